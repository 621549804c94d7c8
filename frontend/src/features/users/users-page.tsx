/** Looking after people: everybody that the signed-in person may list, role by role, with what may be changed about them. */
import { UserPlus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../domain/paths";
import { fullName } from "../../domain/people";
import type { Role } from "../../domain/roles";
import { useSession } from "../../session/current";
import { afterPaint } from "../../ui/after-paint";
import { buttonClass } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { ErrorPanel, together } from "../../ui/error-panel";
import { Page, PageHeader } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { useList, usePage } from "../../ui/use-list";
import { type Account, accountList } from "./api";
import { Filters } from "./filters";
import { CHOICES, PAGES, type PeopleList, sectionsOf, type Viewer } from "./model";
import { PeopleSection } from "./people-section";
import type { ProfileDialog as Profile } from "./profile-dialog";

/** One person's account comes when somebody looks at one: the list of people does without. */
const ProfileDialog = afterPaint<ComponentProps<typeof Profile>>(
  async () => (await import("./profile-dialog")).ProfileDialog,
  ({ listed, onClose }) => (
    <Dialog wide steady title={<span dir="auto">{fullName(listed)}</span>} onClose={onClose}>
      <Skeleton label="Loading profile..." lines={6} />
    </Dialog>
  ),
);

export function UsersPage() {
  const { user, can, manages } = useSession();
  const viewer: Viewer = { id: user.id, manages, mayBlock: can.includes("block-people") };
  const people = useList(CHOICES, Object.values(PAGES));
  const { search, chosen } = people;
  const shown = sectionsOf(manages, chosen.manager === "none");
  const lists = useSections(people, shown);
  const [open, setOpen] = useState<Account | null>(null);
  // A list whose length is not known yet would push those below it down.
  const awaited = shown.findIndex((role) => lists[role].isPending);
  const known = awaited === -1 ? shown : shown.slice(0, awaited + 1);
  const failed = shown.map((role) => lists[role]).filter((list) => list.isError);
  const filtered = search !== "" || chosen.status !== "all" || chosen.manager === "none";

  return (
    <Page>
      <PageHeader
        lead={
          viewer.mayBlock
            ? "All accounts in the portal, with their profiles, roles, managers and access."
            : "Employees and managers, with their profiles and managers."
        }
        actions={
          <Link to={paths.area(user.role).addUser} className={buttonClass("primary")}>
            <UserPlus size={16} aria-hidden />
            Add New Employee
          </Link>
        }
      />
      <Filters list={people} isSet={filtered} />
      {failed.length > 0 && (
        <ErrorPanel
          message="Failed to load users. Please try again."
          retry={together(failed)}
          retryLabel="Retry"
        />
      )}
      {known
        // One sentence for all that could not be loaded; what is here stays.
        .filter((role) => !lists[role].isError || lists[role].data !== undefined)
        // Most organisations have no Boss.
        .filter((role) => role !== "Boss" || lists[role].data?.pagination.total)
        .map((role) => (
          <PeopleSection
            key={role}
            role={role}
            viewer={viewer}
            list={lists[role].data}
            stale={lists[role].isPlaceholderData}
            filtered={filtered}
            page={people.pageOf(PAGES[role])}
            size={chosen.size}
            onPage={(page) => people.turn(page, PAGES[role])}
            onOpen={setOpen}
          />
        ))}
      {open && <ProfileDialog key={open._id} listed={open} viewer={viewer} onClose={() => setOpen(null)} />}
    </Page>
  );
}

function useSections(people: PeopleList, shown: readonly Role[]) {
  return {
    Employee: useSection("Employee", people, shown),
    Manager: useSection("Manager", people, shown),
    HR: useSection("HR", people, shown),
    Admin: useSection("Admin", people, shown),
    Boss: useSection("Boss", people, shown),
  };
}

/** The list of one section; a section that is not shown asks for nothing. */
function useSection(role: Role, list: PeopleList, shown: readonly Role[]) {
  const { search, chosen } = list;
  const read = (page: number) => ({
    ...accountList({
      role,
      page,
      limit: chosen.size,
      search,
      ...(chosen.status === "all" ? {} : { status: chosen.status }),
      ...(chosen.manager === "none" ? { manager: chosen.manager } : {}),
    }),
    enabled: shown.includes(role),
  });
  return usePage(list, read, PAGES[role]);
}
