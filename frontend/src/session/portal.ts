/** What the organisation has decided, as far as everybody may know it; `undefined` until the server has said it. */
import { useQuery } from "@tanstack/react-query";
import type { components } from "../api/schema";
import { portalQuery } from "./queries";

export type Portal = components["schemas"]["PortalData"];

export function usePortal(): Portal | undefined {
  return useQuery(portalQuery()).data;
}
