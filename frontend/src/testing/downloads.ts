/** jsdom can neither save a file nor make an address for one. This catches what a screen saves. */
import { onTestFinished } from "vitest";

export type Saved = { readonly name: string; readonly file: Blob };

/** From now until the end of the test: each file that is saved. */
export function catchDownloads(): readonly Saved[] {
  const saved: Saved[] = [];
  const files = new Map<string, Blob>();
  URL.createObjectURL = (file) => {
    const address = `blob:test-${files.size}`;
    // The file is Node's own, which the browser's Blob does not know.
    if ("arrayBuffer" in file) files.set(address, file);
    return address;
  };
  // It is given back half a minute later, which no test waits for.
  URL.revokeObjectURL = () => undefined;
  const onClick = (event: MouseEvent) => {
    const link = event.target;
    if (!(link instanceof HTMLAnchorElement) || !link.hasAttribute("download")) return;
    event.preventDefault();
    const file = files.get(link.href);
    if (file) saved.push({ name: link.download, file });
  };
  document.addEventListener("click", onClick);
  onTestFinished(() => document.removeEventListener("click", onClick));
  return saved;
}
