/**
 * Who takes part: six employees, their manager and HR; beside them an administrator, and the manager of the team next door. They
 * get their employee IDs in this order. Дарья comes later than the others.
 */
export const PEOPLE = {
  admin: { first: "", last: "", email: "admin@harbour.example", role: "Admin", id: "EMP1001" },
  hana: { first: "Hana", last: "Ito", email: "hana@harbour.example", role: "HR", id: "EMP1002" },
  mara: { first: "Mara", last: "Lind", email: "mara@harbour.example", role: "Manager", id: "EMP1003" },
  nils: { first: "Nils", last: "Öberg", email: "nils@harbour.example", role: "Manager", id: "EMP1004" },
  amelie: {
    first: "Amélie",
    last: "Dubois",
    email: "amelie@harbour.example",
    role: "Employee",
    id: "EMP1005",
  },
  vasilis: {
    first: "Βασίλης",
    last: "Πέτρου",
    email: "vasilis@harbour.example",
    role: "Employee",
    id: "EMP1006",
  },
  chloe: { first: "Chloé", last: "Nguyễn", email: "chloe@harbour.example", role: "Employee", id: "EMP1007" },
  emil: { first: "Emil", last: "Sørensen", email: "emil@harbour.example", role: "Employee", id: "EMP1008" },
  fatima: {
    first: "Fatima",
    last: "Zahra",
    email: "fatima@harbour.example",
    role: "Employee",
    id: "EMP1009",
  },
  darya: { first: "Дарья", last: "Орлова", email: "darya@harbour.example", role: "Employee", id: "EMP1010" },
} as const;

export type Who = keyof typeof PEOPLE;
export type Employee = "amelie" | "vasilis" | "chloe" | "emil" | "fatima" | "darya";

/** Since when each is there; Chloé, Emil, Fatima and Дарья are new. */
export const JOINED: Readonly<Record<Employee, string>> = {
  amelie: "2026-03-02",
  vasilis: "2027-11-15",
  chloe: "2028-01-31",
  emil: "2028-02-01",
  fatima: "2028-02-01",
  darya: "2028-02-10",
};

/** What each does on a day without anything else to say about it. */
export const WORK: Readonly<Record<Employee, string>> = {
  amelie: "Survey of the north quay",
  vasilis: "Maintenance of the cranes",
  chloe: "Timetable of the ferries",
  emil: "Paint for the buoys",
  fatima: "Letters to the shipping lines",
  darya: "Сметы для нового причала",
};

export const nameOf = (who: Who) => `${PEOPLE[who].first} ${PEOPLE[who].last}`;

/** In the order of all lists: by first name, whatever the alphabet. */
export const BY_NAME: readonly Employee[] = ["amelie", "chloe", "emil", "fatima", "vasilis", "darya"];
