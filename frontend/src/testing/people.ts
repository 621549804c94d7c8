/** People for tests, and a server that keeps them: it pages, searches and filters as the real one does, and does what it is told. */
import type { Schemas } from "../domain/types";
import { type aRefusal, aUser } from "./fixtures";
import { renderApp } from "./render";
import { gives, http, server } from "./server";

type User = Schemas["User"];

const NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gala"];
export const MAREN = aUser({
  _id: "m1",
  firstName: "Maren",
  lastName: "Holt",
  role: "Manager",
  employeeId: "EMP2001",
});
export const ULLA = aUser({
  _id: "m2",
  firstName: "Ulla",
  lastName: "Berg",
  role: "Manager",
  employeeId: "EMP2002",
});
export const HELGA = aUser({
  _id: "h1",
  firstName: "Helga",
  lastName: "Roth",
  role: "HR",
  employeeId: "EMP3001",
});
export const ROOT = aUser({
  _id: "a1",
  firstName: "Rolf",
  lastName: "Admin",
  role: "Admin",
  employeeId: "EMP4001",
});

export const BEATE = aUser({
  _id: "b1",
  firstName: "Beate",
  lastName: "Falk",
  role: "Boss",
  employeeId: "EMP5001",
});

export const anEmployee = (index: number, changes: Partial<User> = {}): User =>
  aUser({
    _id: `e${index}`,
    firstName: NAMES[index % NAMES.length] ?? "",
    lastName: `Number${index + 1}`,
    employeeId: `EMP${1001 + index}`,
    salary: 48_000.5,
    ...changes,
  });
export const employees = (count: number): User[] =>
  Array.from({ length: count }, (_, index) => anEmployee(index));

type Refusal = ReturnType<typeof aRefusal>;

/** A server that keeps these people, and remembers what it was asked and sent. `refuse` names a call that it does not do. */
export function serve(people: User[], salaries: Schemas["SalaryPeriod"][] = []) {
  let all = people;
  const asked: string[] = [];
  const sent: unknown[] = [];
  const refuse: {
    assign?: Refusal;
    block?: Refusal | Response;
    reset?: Refusal;
    update?: Refusal | Response;
    list?: boolean;
  } = {};
  const one = (id: unknown) => all.find((user) => user._id === id) ?? aUser();
  const put = (user: User) => {
    all = all.map((other) => (other._id === user._id ? user : other));
    return { success: true as const, data: { user } };
  };
  server.use(
    gives("/api/work-patterns", {
      rows: [],
      current: { workingDays: [1, 2, 3, 4, 5], fullDayHours: 9, halfDayHours: 5 },
      version: 0,
    }),
    http.get("/api/users/{id}/salary-history", ({ response }) =>
      response(200).json({ success: true, data: { salaries } }),
    ),
    http.get("/api/users", ({ query, request, response }) => {
      asked.push(new URL(request.url).search);
      if (refuse.list) return response.untyped(new Response("Bad gateway", { status: 404 }));
      const limit = Number(query.get("limit"));
      const page = Number(query.get("page"));
      const text = query.get("search")?.toLowerCase() ?? "";
      const status = query.get("status");
      const found = all.filter(
        (user) =>
          user.role === query.get("role") &&
          `${user.firstName} ${user.lastName} ${user.employeeId}`.toLowerCase().includes(text) &&
          (status !== "active" || (user.isActive && !user.isBlocked)) &&
          (status !== "blocked" || user.isBlocked) &&
          (query.get("manager") !== "none" || user.managerId === null),
      );
      return response(200).json({
        success: true,
        data: {
          users: found.slice((page - 1) * limit, page * limit),
          pagination: { current: page, pages: Math.ceil(found.length / limit), total: found.length },
        },
      });
    }),
    http.get("/api/users/{id}", ({ params, response }) =>
      response(200).json({ success: true, data: { user: one(params.id) } }),
    ),
    http.put("/api/users/{id}", async ({ params, request, response }) => {
      const body = await request.json();
      sent.push({ id: params.id, ...body });
      if (refuse.update instanceof Response) return response.untyped(refuse.update.clone());
      if (refuse.update) return response(409).json(refuse.update);
      return response(200).json(put({ ...one(params.id), ...body }));
    }),
    http.patch("/api/users/{id}/toggle-block", async ({ params, request, response }) => {
      const body = await request.json();
      sent.push({ id: params.id, ...body });
      if (refuse.block instanceof Response) return response.untyped(refuse.block.clone());
      if (refuse.block) return response(409).json(refuse.block);
      return response(200).json(put({ ...one(params.id), ...body }));
    }),
    http.post("/api/users/{id}/reset-password", async ({ params, request, response }) => {
      sent.push({ id: params.id, ...(await request.json()) });
      if (refuse.reset) return response(409).json(refuse.reset);
      return response(200).json({ success: true, data: { temporaryPassword: "hq7Rw2kPmX4t" } });
    }),
    http.post("/api/users/assign-manager", async ({ request, response }) => {
      const body = await request.json();
      sent.push(body);
      if (refuse.assign) return response(400).json(refuse.assign);
      const manager = all.find((user) => user._id === body.managerId);
      return response(200).json(
        put({
          ...one(body.employeeId),
          managerId: manager
            ? { _id: manager._id, firstName: manager.firstName, lastName: manager.lastName }
            : null,
        }),
      );
    }),
  );
  const change = (id: string, changes: Partial<User>) => put({ ...one(id), ...changes });
  return { asked, sent, refuse, change };
}

export const asAdmin = (search = "") =>
  renderApp({
    url: `/admin/users${search}`,
    as: { id: "a1", role: "Admin", firstName: "Rolf", lastName: "Admin" },
  });
export const asHr = (search = "") =>
  renderApp({
    url: `/hr/employees${search}`,
    as: { id: "h1", role: "HR", firstName: "Helga", lastName: "Roth" },
  });
