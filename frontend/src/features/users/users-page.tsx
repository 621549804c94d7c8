/** Looking after people: everybody that the signed-in person may list, role by role, with what may be changed about them. */
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../domain/paths";
import { type Role, roleNamed } from "../../domain/roles";
import { useSession } from "../../session/current";
import { buttonClass } from "../../ui/button";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader } from "../../ui/page";
import { useExistingPage } from "../../ui/use-address";
import { type Account, userQueries } from "./api";
import { Filters } from "./filters";
import { words } from "./messages";
import { sectionsOf, type Viewer } from "./model";
import { PeopleSection } from "./people-section";
import { ProfileDialog } from "./profile-dialog";
import { type Place, usePlace } from "./use-place";

export function UsersPage() {
  const { user } = useSession();
  const viewer: Viewer = { id: user.id, role: roleNamed(user.role) };
  const isAdmin = viewer.role === "Admin";
  const { place, filter, turn, putRight } = usePlace();
  const shown = sectionsOf(viewer, place.unmanaged);
  const lists = useLists(place, shown, putRight);
  const [open, setOpen] = useState<Account | null>(null);
  const failed = shown.filter((role) => lists[role].isError);
  const filtered = place.search !== "" || place.status !== "all" || place.unmanaged;

  return (
    <Page>
      <PageHeader
        title={isAdmin ? words.titleOfAll : words.title}
        lead={isAdmin ? words.leadOfAll : words.lead}
        actions={
          <Link to={isAdmin ? paths.admin.addUser : paths.hr.addUser} className={buttonClass("primary")}>
            <UserPlus size={16} aria-hidden />
            {words.addUser}
          </Link>
        }
      />
      <Filters filter={place} isSet={filtered} onChange={filter} />
      {failed.length > 0 && (
        <ErrorPanel
          message={words.failed}
          busy={failed.some((role) => lists[role].isFetching)}
          onRetry={() => {
            for (const role of failed) void lists[role].refetch();
          }}
        />
      )}
      {shown
        // One sentence for all that could not be loaded; what is here stays.
        .filter((role) => !lists[role].isError || lists[role].data !== undefined)
        .map((role) => (
          <PeopleSection
            key={role}
            role={role}
            viewer={viewer}
            list={lists[role].data}
            stale={lists[role].isPlaceholderData}
            filtered={filtered}
            page={place.pages[role]}
            size={place.size}
            onPage={(page) => turn(role, page)}
            onOpen={setOpen}
          />
        ))}
      {open && <ProfileDialog key={open._id} listed={open} viewer={viewer} onClose={() => setOpen(null)} />}
    </Page>
  );
}

type PutRight = (role: Role, page: number) => void;

function useLists(place: Place, shown: readonly Role[], putRight: PutRight) {
  return {
    Employee: useList("Employee", place, shown, putRight),
    Manager: useList("Manager", place, shown, putRight),
    HR: useList("HR", place, shown, putRight),
    Admin: useList("Admin", place, shown, putRight),
  };
}

/** The list of one section; a section that is not shown asks for nothing. */
function useList(role: Role, place: Place, shown: readonly Role[], putRight: PutRight) {
  const { search, status, unmanaged, size, pages } = place;
  const list = useQuery({
    ...userQueries.page({
      role,
      page: pages[role],
      limit: size,
      search,
      ...(status === "all" ? {} : { status }),
      ...(unmanaged ? { manager: "none" as const } : {}),
    }),
    enabled: shown.includes(role),
  });
  const known = list.isPlaceholderData ? undefined : list.data?.pagination.pages;
  useExistingPage(pages[role], known, (page) => putRight(role, page));
  return list;
}
