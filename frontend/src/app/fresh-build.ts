/**
 * After a deployment the scripts of the page that is open are gone from the server, and a screen that was not opened before cannot be.
 * The page is then loaded anew, by itself and once for each build: if that does not help, the failure is shown as any other.
 */
import { keep, readKept } from "../domain/kept";

const KEY = "daybook.reloaded";

/** The first script of the page. Its name is a hash of its content, so it names the build. */
const buildOf = (page: Document) => page.querySelector("script[type=module]")?.getAttribute("src") ?? "";

/** Whether the server has another build. Without a connection there is no telling, and reloading would lose the page. */
async function isReplaced(build: string): Promise<boolean> {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.ok && buildOf(page) !== build;
  } catch {
    return false;
  }
}

/** What was loaded, or the failure. Where the page is loaded anew, neither; it is then the one at `address()`. */
export async function orReload<Module>(
  loading: Promise<Module>,
  address = () => window.location.href,
): Promise<Module> {
  try {
    return await loading;
  } catch (failure) {
    const build = buildOf(document);
    if (readKept("sessionStorage", KEY) === build || !(await isReplaced(build))) throw failure;
    keep("sessionStorage", KEY, build);
    // A browser without storage could reload for ever.
    if (readKept("sessionStorage", KEY) !== build) throw failure;
    if (address() === window.location.href) window.location.reload();
    else window.location.assign(address());
    return new Promise(() => undefined);
  }
}
