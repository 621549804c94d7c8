/** What is said where there is nobody to be listed. */
import type { Role } from "../domain/roles";

const byAdministrator = "An administrator can add one.";

export const words = {
  add: {
    Employee: "Add an employee",
    Manager: "Add a manager",
    HR: "Add HR staff",
    Admin: "Add an administrator",
    Boss: "Add a boss",
  } satisfies Record<Role, string>,
  /** To those who cannot. */
  addedBy: {
    Employee: "HR can add employees.",
    Manager: "HR can add managers.",
    HR: "An administrator can add HR staff.",
    Admin: byAdministrator,
    Boss: byAdministrator,
  } satisfies Record<Role, string>,
} as const;
