/** What an accessibility check finds in the page of a component test. jsdom lays nothing out, so contrast is for the browser tests. */
import axe from "axe-core";

export async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}
