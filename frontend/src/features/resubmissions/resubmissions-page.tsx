/** Resubmitted Timesheets of a manager. */
import { Resubmissions } from "./resubmissions";

export const ResubmissionsPage = () => <Resubmissions isPage />;
