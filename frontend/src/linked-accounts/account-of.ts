import type { Schemas } from "../domain/types";

/** Whose account it is there, as far as that is shown. */
export const accountOf = ({ email, subject }: Schemas["Identity"]): string =>
  email === null ? subject : `${email} (${subject})`;
