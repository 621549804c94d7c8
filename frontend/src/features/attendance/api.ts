/** The attendance of one month: of everyone for HR, of the team for a manager; which of them, the server knows. */
import type { Month } from "../../domain/day";
import { rowsOf } from "./model";
import { attendanceRead } from "./reads";

type Dated = { readonly answer: Parameters<typeof rowsOf>[0]; readonly at: string };

const shown = ({ answer, at }: Dated) => ({ rows: rowsOf(answer), at });

export const attendanceOf = (month: Month) => ({ ...attendanceRead(month), select: shown });
