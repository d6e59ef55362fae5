import { type FormEvent, type ReactNode, useState } from 'react';
import type { Comparator } from '#domain/comparator/comparator.ts';
import { RADII, type Where } from '#domain/comparator/where.ts';
import type { Place } from '#domain/places/place.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { Dialog, DialogButtons } from '#web/shared/ui/Dialog.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Fieldset } from '#web/shared/ui/Fieldset.tsx';
import styles from './Filters.module.css';
import { openRange } from './open-at.ts';

type Props = {
  search: Comparator;
  where: Where;
  place: Place;
  onDismiss: () => void;
  onChoose: (where: Where) => void;
};

export function FilterSheet({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <Dialog title="Filtrer et classer" isOpen={isOpen} onDismiss={props.onDismiss} isSheet>
      <FilterForm {...props} />
    </Dialog>
  );
}

function FilterForm({ search, where, place, onDismiss, onChoose }: Props) {
  const { min, max, proposed } = openRange(place, new Date());
  const moment = where.open === 'now' ? '' : where.open;
  const [opening, setOpening] = useState(moment ? 'at' : where.open);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onChoose({
      ...where,
      radius: RADII.find((radius) => String(radius) === form.get('radius')) ?? where.radius,
      open: opening === 'at' ? String(form.get('moment')).slice(0, 16) : opening,
      isAirport: form.has('airport'),
      buysBack: form.has('buysBack'),
      sort: form.get('sort') === 'distance' ? 'distance' : 'amount',
    });
  }

  const openingChoice = (label: string, value: string) => (
    <CheckField
      type="radio"
      name="opening"
      label={label}
      value={value}
      checked={opening === value}
      onChange={() => setOpening(value)}
    />
  );
  const sortChoice = (label: string, value: Where['sort']) => (
    <CheckField type="radio" name="sort" label={label} value={value} defaultChecked={where.sort === value} />
  );
  return (
    <form className={styles.form} onSubmit={submit}>
      <Choices title="Distance maximale">
        {RADII.map((radius) => (
          <CheckField
            key={radius}
            type="radio"
            name="radius"
            label={`${radius}\u00a0km`}
            value={radius}
            defaultChecked={where.radius === radius}
            data-first={where.radius === radius}
          />
        ))}
      </Choices>
      <Choices title="Ouverture">
        {openingChoice('À toute heure', '')}
        {openingChoice('Ouvert maintenant', 'now')}
        {openingChoice('Ouvert le…', 'at')}
        {opening === 'at' ? (
          <TextField
            label="Jour et heure, sur place"
            type="datetime-local"
            name="moment"
            defaultValue={moment || proposed}
            min={min}
            max={max}
            required
          />
        ) : null}
      </Choices>
      <Choices title="Guichet">
        <CheckField name="airport" label="Dans un aéroport" defaultChecked={where.isAirport} />
        <CheckField name="buysBack" label="Reprend les billets restants" defaultChecked={where.buysBack} />
      </Choices>
      <Choices title="Classement">
        {sortChoice(search.typed === 'wish' ? 'Par montant à apporter' : 'Par montant reçu', 'amount')}
        {sortChoice('Par distance', 'distance')}
      </Choices>
      <DialogButtons>
        <Button variant="secondary" onClick={onDismiss}>
          Annuler
        </Button>
        <Button type="submit">Afficher les offres</Button>
      </DialogButtons>
    </form>
  );
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Fieldset title={title}>
      <div className={styles.choices}>{children}</div>
    </Fieldset>
  );
}
