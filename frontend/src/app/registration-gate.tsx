/** The registration is for visitors, and for those who may add people; anybody else who is signed in has nothing to do there. */
import { Navigate, Outlet } from "react-router";
import { paths } from "../domain/paths";
import { roleNamed } from "../domain/roles";
import { useSessionState } from "../session/store";

export function RegistrationGate() {
  const session = useSessionState();
  const role = session.status === "signed-in" ? roleNamed(session.user.role) : null;
  const mayAdd = role === "HR" || role === "Admin";
  if (session.status === "signed-in" && !mayAdd) return <Navigate to={paths.landing} replace />;
  return <Outlet />;
}
