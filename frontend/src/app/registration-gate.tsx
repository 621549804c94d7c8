/** The registration is for visitors, and for those who may add people; anybody else who is signed in has nothing to do there. */
import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet } from "react-router";
import { paths } from "../domain/paths";
import { currentSession } from "../session/queries";
import { useSessionState } from "../session/store";

export function RegistrationGate() {
  const isSignedIn = useSessionState().status === "signed-in";
  const { data, isPending } = useQuery({ ...currentSession(), enabled: isSignedIn });
  if (isSignedIn && isPending) return null;
  const mayEnter = !isSignedIn || data?.can.includes("manage-people");
  return mayEnter ? <Outlet /> : <Navigate to={paths.landing} replace />;
}
