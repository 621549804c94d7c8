/** The holidays of a country, out of the table that comes with the program. */
import { useQuery } from "@tanstack/react-query";
import { QueryState } from "../../api/query-state";
import { useForm } from "../../api/use-form";
import { FormDialog } from "../../ui/form-dialog";
import { Select } from "../../ui/select";
import { countriesOf, planCountry } from "./api";
import { words } from "./messages";

type Props = {
  /** The present one, which is the first to choose. */
  year: number;
  onClose: () => void;
  onPlan: (plan: string) => void;
};

type Draft = { readonly country: string; readonly region: string; readonly years: string };

export function CountryDialog({ year, onClose, onPlan }: Props) {
  const query = useQuery(countriesOf());
  const form = useForm({
    initial: { country: "", region: "", years: "1" } as Draft,
    write: planCountry,
    check: ({ country }) => (country === "" ? { mistakes: { country: "Please choose a country." } } : {}),
    variablesOf: ({ country, region, years }) => ({
      country,
      ...(region !== "" && { region }),
      years: Array.from({ length: Number(years) }, (_, index) => year + index),
    }),
    done: ({ plan }) => {
      onClose();
      onPlan(plan._id);
      return true;
    },
  });
  const countries = query.data?.countries ?? [];
  const regions = countries.find(({ code }) => code === form.draft.country)?.regions ?? [];
  const optionsOf = (all: readonly { readonly code: string; readonly name: string }[]) =>
    all.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <FormDialog
      title="Holidays of a Country"
      form={form}
      send="Show Plan"
      sending={words.loading}
      onClose={onClose}
    >
      <QueryState
        query={query}
        loading="Loading countries..."
        failed="Failed to load the countries"
        lines={1}
      />
      {query.data && (
        <>
          <Select
            {...form.choice("country")}
            label="Country"
            aria-required
            options={[{ value: "", label: "Choose a country" }, ...optionsOf(countries)]}
            onChange={(country) => form.change({ country, region: "" })}
          />
          {regions.length > 0 && (
            <Select
              {...form.choice("region")}
              label="Region"
              options={[{ value: "", label: "The whole country" }, ...optionsOf(regions)]}
            />
          )}
          <Select
            {...form.choice("years")}
            label="Years"
            options={[
              { value: "1", label: `${year}` },
              { value: "2", label: `${year} and ${year + 1}` },
              { value: "3", label: `${year} to ${year + 2}` },
            ]}
          />
          <p className="quiet fine">{`The table comes from the package ${query.data.version}.`}</p>
        </>
      )}
    </FormDialog>
  );
}
