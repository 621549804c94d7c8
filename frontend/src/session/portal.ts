/** What the organisation has decided, as far as everybody may know it; `undefined` until the server has said it. */
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../domain/types";
import { portalQuery } from "./queries";

export type Portal = Schemas["PortalData"];

export function usePortal(): Portal | undefined {
  return useQuery(portalQuery()).data;
}
