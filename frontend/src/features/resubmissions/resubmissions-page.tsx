/** Resubmitted Timesheets of a manager, below what they were reminded of. */
import { Resubmissions } from "./resubmissions";

export const ResubmissionsPage = () => <Resubmissions isPage />;
