/** Whom the sections show, and how many at a time. */
import { Button } from "../../ui/button";
import { SearchField } from "../../ui/search-field";
import { NumberSelect, optionsOf, Select } from "../../ui/select";
import { words } from "./messages";
import { CHOICES, type PeopleList } from "./model";
import styles from "./users.module.css";

type Props = {
  list: PeopleList;
  /** Something is searched for or filtered out. */
  isSet: boolean;
};

export function Filters({ list, isSet }: Props) {
  const { chosen, choose } = list;
  const { statuses, managers } = words.filters;
  return (
    <fieldset className={styles.filters} data-print="hide">
      <legend className="visually-hidden">Search and filters</legend>
      <SearchField
        label="Search"
        placeholder="Name, ID, department or email"
        value={list.search}
        onSearch={list.find}
        className={styles.search}
      />
      <Select
        label="Status"
        value={chosen.status}
        options={optionsOf(CHOICES.status.of, statuses)}
        onChange={(value) => choose({ status: value })}
      />
      <Select
        label="Manager"
        value={chosen.manager}
        options={optionsOf(CHOICES.manager.of, managers)}
        onChange={(value) => choose({ manager: value })}
      />
      <NumberSelect
        label="Items per page"
        value={chosen.size}
        options={CHOICES.size.of}
        onChange={(value) => choose({ size: value })}
      />
      {isSet && (
        <Button
          variant="quiet"
          className={styles.clear}
          onClick={() => choose({ search: "", status: "all", manager: "any" })}
        >
          Clear filters
        </Button>
      )}
    </fieldset>
  );
}
