/** Whom the sections show, and how many at a time. */
import { Button } from "../../ui/button";
import { SearchField } from "../../ui/search-field";
import { Select } from "../../ui/select";
import { words } from "./messages";
import { type Filter, SIZES, STATUSES } from "./use-place";
import styles from "./users.module.css";

type Props = {
  filter: Filter;
  /** Something is searched for or filtered out. */
  isSet: boolean;
  onChange: (change: Partial<Filter>) => void;
};

export function Filters({ filter, isSet, onChange }: Props) {
  const { legend, search, searchPlaceholder, status, statuses, manager, managers, size } = words.filters;
  return (
    <fieldset className={styles.filters} data-print="hide">
      <legend className="visually-hidden">{legend}</legend>
      <SearchField
        label={search}
        placeholder={searchPlaceholder}
        value={filter.search}
        onSearch={(text) => onChange({ search: text })}
        className={styles.search}
      />
      <Select
        label={status}
        value={filter.status}
        options={STATUSES.map((value) => ({ value, label: statuses[value] }))}
        onChange={(value) => onChange({ status: value })}
      />
      <Select
        label={manager}
        value={filter.unmanaged ? "none" : "any"}
        options={[
          { value: "any", label: managers.any },
          { value: "none", label: managers.none },
        ]}
        onChange={(value) => onChange({ unmanaged: value === "none" })}
      />
      <Select
        label={size}
        value={String(filter.size)}
        options={SIZES.map((one) => ({ value: String(one), label: String(one) }))}
        onChange={(value) => onChange({ size: Number(value) })}
      />
      {isSet && (
        <Button
          variant="quiet"
          className={styles.clear}
          onClick={() => onChange({ search: "", status: "all", unmanaged: false })}
        >
          {words.clearFilters}
        </Button>
      )}
    </fieldset>
  );
}
