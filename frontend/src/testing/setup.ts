/** Before and after every test: a server that answers only what a test said, an empty browser, and what jsdom lacks. */
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { sessionStore } from "../session/store";
import { toast } from "../ui/toast";
import { standDialogsUp } from "./dialog";
import { PATIENCE, server } from "./server";

configure({
  // The sentence says what was missing; the whole page behind it would bury it.
  getElementError: (message) => new Error(message ?? ""),
  asyncUtilTimeout: PATIENCE,
});
standDialogsUp();
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
// Nothing has a size there.
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sessionStore.reload();
});

afterEach(() => {
  cleanup();
  toast.clear();
  server.resetHandlers();
  document.title = "";
});

afterAll(() => server.close());
