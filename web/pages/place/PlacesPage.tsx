import { placePath } from '#domain/pages/address.ts';
import type { PlacesView } from '#domain/pages/page.ts';
import list from '../currency/CurrenciesPage.module.css';
import { PageLinks } from '../parts/PageLinks.tsx';
import { PageHead, Part } from '../parts/Part.tsx';
import { countBranches } from '../words.ts';

export function PlacesPage({ view: { places, page, pages, total } }: { view: PlacesView }) {
  const of = (kind: 'commune' | 'airport') => places.filter((place) => place.kind === kind);
  return (
    <>
      <PageHead
        title="Où changer de l’argent"
        lead={`${total} villes et aéroports où se trouve une agence d’un bureau comparé, avec les horaires et les meilleurs taux de chaque endroit.`}
      />
      {(['commune', 'airport'] as const).map((kind) =>
        of(kind).length === 0 ? null : (
          <Part key={kind} title={kind === 'commune' ? 'Les villes' : 'Les aéroports'}>
            <ul className={list.list}>
              {of(kind).map((place) => (
                <li key={place.slug} className={list.item}>
                  <a className={list.name} href={placePath(place.slug)}>
                    {`${place.name} (${place.area})`}
                  </a>
                  <span className={list.best}>{countBranches(place.branches)}</span>
                </li>
              ))}
            </ul>
          </Part>
        ),
      )}
      <PageLinks section="/change" page={page} pages={pages} />
    </>
  );
}
