import { type To, useNavigate } from 'react-router';
import { reservationStates } from '#domain/reservations/states.ts';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { Select } from '#web/shared/ui/TextInput.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { useTypedSearch } from '../../use-typed-search.ts';
import styles from './OrdersPage.module.css';

/** `state`: 'open', 'to_move', 'all' or one of the states. */
export type Filter = { state: string; branch: number | null; q: string; page: number };

type Props = {
  filter: Filter;
  branches: readonly { id: number; name: string }[];
  addressOf: (filter: Filter) => To;
};

export function OrderFilters({ filter, branches, addressOf }: Props) {
  const navigate = useNavigate();
  const search = useTypedSearch(filter, addressOf);
  const show = (changed: Partial<Filter>) => void navigate(addressOf({ ...filter, ...changed, page: 1 }));
  return (
    <Filters>
      <div className={styles.search}>
        <SearchField
          label="Chercher"
          placeholder="Commande, bordereau, prénom, e-mail"
          hasSlashShortcut
          {...search}
        />
      </div>
      <Select
        className={styles.choice}
        aria-label="État"
        value={filter.state}
        onChange={({ currentTarget }) => show({ state: currentTarget.value })}
      >
        <option value="open">En cours</option>
        {Object.entries(reservationStates).map(([state, words]) => (
          <option key={state} value={state}>
            {words}
          </option>
        ))}
        <option value="to_move">À déplacer</option>
        <option value="all">Toutes</option>
      </Select>
      {branches.length > 1 ? (
        <Select
          className={styles.choice}
          aria-label="Agence"
          value={filter.branch ?? ''}
          onChange={({ currentTarget }) => show({ branch: Number(currentTarget.value) || null })}
        >
          <option value="">Toutes les agences</option>
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
    </Filters>
  );
}
