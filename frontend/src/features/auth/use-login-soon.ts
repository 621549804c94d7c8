/** Goes to the sign-in after two seconds, enough to read what was done. */
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../domain/paths";

const READING_MS = 2000;

export function useLoginSoon(done: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    // Replaces this page, which is done with: Back leads to the page before it.
    const timer = setTimeout(() => void navigate(paths.login, { replace: true }), READING_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);
}
