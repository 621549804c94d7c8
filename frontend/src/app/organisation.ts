/**
 * The name that the portal goes by: the organisation's own, once the server has said it. Until then nothing is shown rather than a
 * name that gives way to another; where the server cannot be asked, it is Daybook.
 */
import { useQuery } from "@tanstack/react-query";
import { portalQuery } from "../session/queries";

export function useOrganisation(): { name: string; isKnown: boolean } {
  const { data, failureCount } = useQuery(portalQuery());
  return {
    name: data?.organisation ?? "Daybook",
    isKnown: data !== undefined || failureCount > 0,
  };
}
