/** Tells HR and administrators whom they stand in for, and leads to what waits there. */
import { Link } from "react-router";
import { paths } from "../../domain/paths";
import { useSession } from "../../session/current";
import { StandingIn, useStandingIn } from "../../substitutes/standing-in";
import { words } from "./messages";

export function SubstituteNote() {
  const { user } = useSession();
  const { sentences } = useStandingIn();
  return (
    <StandingIn
      sentences={sentences}
      way={<Link to={paths.area(user.role).approvals}>{words.manager.review}</Link>}
    />
  );
}
