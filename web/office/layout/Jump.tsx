import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { findCurrencies, listEntries } from '#domain/currencies/search.ts';
import type { Me } from '#domain/iam/me.ts';
import { searchForm } from '#domain/text/search.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call, callPage } from '#web/shared/api/client.ts';
import { buildQuery } from '#web/shared/api/query.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import { addresses } from '../addresses.ts';
import { findListScope } from '../reservations/waiting.ts';
import { administration, hasScope, maySee, sections } from '../sections.ts';
import styles from './Jump.module.css';

type Place = { kind: string; title: string; detail: string; address: string };

const MOST = 5;
const LEAST_TYPED = 2;
const PAUSE_IN_TYPING = 150;

export function Jump({ user, onClose }: { user: Me; onClose: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const near = usePagesAndCurrencies(user, query);
  const { places: far, isSearching } = useOrdersAndClients(user, query);
  const places = [...near, ...far];
  const at = Math.min(chosen, places.length - 1);

  function go(place: Place | undefined) {
    if (!place) return;
    onClose();
    void navigate(place.address);
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') go(places[at]);
    else if (event.key === 'ArrowDown') setChosen((at + 1) % Math.max(places.length, 1));
    else if (event.key === 'ArrowUp') setChosen((at - 1 + places.length) % Math.max(places.length, 1));
    else return;
    event.preventDefault();
  }

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  return (
    <Dialog title="Aller à" isOpen onDismiss={onClose}>
      <div className={styles.jump}>
        <TextInput
          before={
            <span className={styles.sign}>
              <Icon name="search" />
            </span>
          }
          role="combobox"
          aria-label="Page, devise, commande ou client"
          aria-expanded={places.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(places.length > 0 && { 'aria-activedescendant': `${id}-${at}` })}
          placeholder="Page, devise, commande ou client"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          onChange={({ currentTarget: { value } }) => {
            setQuery(value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
        <div ref={list} id={`${id}-list`} className={styles.places} role="listbox" aria-label="Destinations">
          {places.map((place, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and its keys
            <div
              key={`${place.kind} ${place.address}`}
              id={`${id}-${index}`}
              className={styles.place}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => go(place)}
            >
              <span className={styles.kind}>{place.kind}</span>
              <span>{place.title}</span>
              <span className={styles.detail}>{place.detail}</span>
            </div>
          ))}
        </div>
        <p role="status" className={styles.none}>
          {places.length > 0 ? '' : isSearching ? 'Recherche…' : 'Aucun résultat.'}
        </p>
      </div>
    </Dialog>
  );
}

type NamedPage = [title: string, address: string, ...scopes: string[]];

const MORE_PAGES: readonly NamedPage[] = [
  ['Coller ou importer un tableau', addresses.importRates, 'fixings.list.me'],
  ['Marges', addresses.margins, 'fixings.list.me'],
  ['Tableau à afficher', addresses.board, 'fixings.list.me'],
  ['Qui a changé quoi', addresses.ratesHistory, 'fixings.list.me', 'fixings.list.all'],
  ['Conditions de réservation', addresses.terms, 'orders.list.me'],
  ['Fiches de préparation', addresses.preparation, 'orders.list.me'],
  ['Registre', addresses.register, 'orders.list.me', 'orders.list.all'],
  ['Bureaux', addresses.companies, 'sittings.list.all'],
  ['Utilisateurs sans bureau', addresses.otherUsers, 'iam.users.list.all'],
  ['Journal', addresses.journal, 'audit.list.all'],
  ['Sécurité des comptes', addresses.security, 'iam.sessions.list.all'],
  ['Flux des taux', addresses.ratesFeed, 'feeds.list.all'],
  ['Profil', addresses.profile],
  ['Double authentification', addresses.factors],
];

// Acts at the head of their page.
const ACTS: readonly NamedPage[] = [['Fermer maintenant', addresses.closeNow, 'branches.edit.me']];

function isOpenTo(user: Me) {
  return ([, , ...scopes]: NamedPage) => scopes.length === 0 || scopes.some((scope) => hasScope(user, scope));
}

function usePagesAndCurrencies(user: Me, query: string): Place[] {
  const currencies = useCurrencies(user);
  const entries = useMemo(() => listEntries(currencies), [currencies]);
  const pages = useMemo(() => {
    const own = [...sections, administration]
      .filter((section) => maySee(user, section))
      .map(({ title, path }): NamedPage => [title, path]);
    return [...own, ...MORE_PAGES.filter(isOpenTo(user))];
  }, [user]);
  const typed = searchForm(query.trim());
  const placesOf = (kind: string, named: readonly NamedPage[]) =>
    named
      .filter(([title]) => searchForm(title).includes(typed))
      .map(([title, address]) => ({ kind, title, detail: '', address }));
  const found = placesOf('Page', pages);
  const acts = placesOf('Acte', user.company_id === null ? [] : ACTS.filter(isOpenTo(user)));
  if (typed === '') return [...found, ...acts];
  return [
    ...acts,
    ...findCurrencies(entries, query)
      .slice(0, MOST)
      .map(({ code, label }) => ({
        kind: 'Devise',
        title: code,
        detail: label,
        address: `${addresses.fixings}?devise=${code}`,
      })),
    ...found.slice(0, MOST),
  ];
}

function useCurrencies(user: Me): readonly { code: string; label: string }[] {
  const known = useClientState(({ remote }) => remote.public_currencies);
  const [read, setRead] = useState(known);
  const isNeeded =
    known.length === 0 && (hasScope(user, 'fixings.list.me') || hasScope(user, 'fixings.list.all'));
  useEffect(() => {
    if (!isNeeded) return;
    const stop = new AbortController();
    call('GET /api/fixings/currencies', { signal: stop.signal }).then(setRead, noneOnFailure);
    return () => stop.abort();
  }, [isNeeded]);
  return known.length > 0 ? known : read;
}

function useOrdersAndClients(user: Me, query: string) {
  const [{ of, places }, setFound] = useState<{ of: string; places: Place[] }>({ of: '', places: [] });
  const q = query.trim();
  const isSearched = q.length >= LEAST_TYPED;
  useEffect(() => {
    if (!isSearched) return;
    const stop = new AbortController();
    const { signal } = stop;
    const pause = setTimeout(() => {
      void Promise.all([
        findListScope(user, 'orders') ? findOrders(q, signal).catch(noneOnFailure) : [],
        findListScope(user, 'clients') ? findClients(q, signal).catch(noneOnFailure) : [],
      ]).then((found) => {
        if (!signal.aborted) setFound({ of: q, places: found.flat() });
      });
    }, PAUSE_IN_TYPING);
    return () => {
      clearTimeout(pause);
      stop.abort();
    };
  }, [user, q, isSearched]);
  return { places: isSearched && of === q ? places : [], isSearching: isSearched && of !== q };
}

async function findOrders(q: string, signal: AbortSignal): Promise<Place[]> {
  const { rows } = await callPage('GET /api/reservations', { signal, query: { q, page: 1 } });
  return rows.slice(0, MOST).map(({ number, traveller }) => ({
    kind: 'Commande',
    title: number,
    detail: traveller?.first_name ?? '',
    address: `${addresses.orders}?${buildQuery({ etat: 'all', recherche: number })}`,
  }));
}

async function findClients(q: string, signal: AbortSignal): Promise<Place[]> {
  const { rows } = await callPage('GET /api/clients', { signal, query: { q, page: 1 } });
  return rows.slice(0, MOST).map(({ first_name, email }) => ({
    kind: 'Client',
    title: first_name,
    detail: email,
    address: `/clients?${buildQuery({ recherche: email })}`,
  }));
}

// The other searches still answer.
function noneOnFailure(error: unknown): Place[] {
  if (error instanceof ApiFailure || error instanceof DOMException) return [];
  throw error;
}
