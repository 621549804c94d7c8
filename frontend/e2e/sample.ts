/** Makes the sample organisation once, for every portal that begins with it: making it takes a server most of the time of its start. */
import { NOW, Portal, SAMPLE } from "./portal";

export default async function makeSample(): Promise<() => Promise<void>> {
  const portal = await Portal.start("demo", { DAYBOOK_NOW: NOW });
  await portal.shutDown();
  process.env[SAMPLE] = portal.folder;
  return () => portal.remove();
}
