/** The words of the attendance summary, and of the reports beside it. */
import { formatNumber } from "../../domain/format";

export const words = {
  download: "Download PDF",
  downloading: "Preparing PDF...",
  columns: {
    name: "Employee",
    employeeId: "Employee ID",
    workingDays: "Working Days",
    present: "Present",
    rate: "Rate",
  },
  loading: "Loading attendance summary...",
  none: "No Data Available",
  count: (count: number) => `${formatNumber(count)} ${count === 1 ? "employee" : "employees"}`,
  tabs: { attendance: "Attendance" },
  report: {
    loading: "Loading report...",
    chartsLoading: "Loading the charts...",
    download: "Download CSV",
    downloading: "Preparing CSV...",
    department: "Department",
    entries: "Entries",
    hours: "Hours",
    waiting: "Waiting",
    approved: "Approved",
    pending: "Pending",
    rejected: "Rejected",
    missingDays: "Missing Days",
    daysToDecide: "Days to Decide",
    week: "Week",
    month: "Month",
    active: "Active",
    nothingIn: (month: string) => `There is nothing to show for ${month}. Try another month.`,
    ages: { days: (age: string) => `${age.replace("-", "–")} days` },
  },
} as const;
