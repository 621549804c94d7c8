/** The field for the six digits of an authenticator app. A phone offers its keys for numbers, and the code where it knows it. */
import type { ComponentProps } from "react";
import { TextField } from "../ui/field";

type Props = Omit<ComponentProps<typeof TextField>, "label" | "hint">;

export function CodeField(props: Props) {
  return (
    <TextField
      {...props}
      label="Code"
      hint="The six digits that your authenticator app shows."
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
    />
  );
}
