/** Something is done that leads to the sign-in: two seconds to read so, and then the way goes there. */
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../domain/paths";

const READING_MS = 2000;

export function useLoginSoon(done: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    // In the place of this page, which has nothing more to do: back leads to where it was come from.
    const timer = setTimeout(() => void navigate(paths.login, { replace: true }), READING_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);
}
