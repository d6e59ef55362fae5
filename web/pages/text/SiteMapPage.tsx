import { articlePath, companyPath, currencyPath, placePath } from '#domain/pages/address.ts';
import type { SiteMapView } from '#domain/pages/page.ts';
import { TEXT_NAMES, TEXTS } from '#domain/pages/texts.ts';
import { Links, PageHead, Part } from '../parts/Part.tsx';
import { capitalised, countCompanies, nameOfPlace } from '../words.ts';

const HOUSE = [
  { path: '/', text: 'Comparateur' },
  ...TEXT_NAMES.map((name) => ({ path: `/${name}`, text: TEXTS[name].title })),
];

export function SiteMapPage({
  view: { currencies, companies, companyCount, places, placeCount, articles },
}: {
  view: SiteMapView;
}) {
  const of = (side: 'buy' | 'sell') =>
    currencies
      .filter(({ sides }) => sides.includes(side))
      .toSorted((a, b) => a.label.localeCompare(b.label, 'fr'))
      .map(({ code, label }) => ({ path: currencyPath(code, side), text: capitalised(label) }));
  return (
    <>
      <PageHead title="Plan du site" />
      <Part title="Parité">
        <Links links={HOUSE} />
      </Part>
      <Part title="Acheter une devise">
        <Links isDense links={[{ path: '/devises', text: 'Toutes les devises' }, ...of('buy')]} />
      </Part>
      <Part title="Revendre une devise">
        <Links isDense links={of('sell')} />
      </Part>
      <Part title="Bureaux de change">
        {companies.length < companyCount ? (
          <p>{`${countCompanies(companyCount)} comparés, les ${companies.length} premiers par nom ci-dessous.`}</p>
        ) : null}
        <Links
          isDense
          links={[
            { path: '/bureaux', text: 'Tous les bureaux' },
            ...companies.map(({ name, slug }) => ({ path: companyPath(slug), text: name })),
          ]}
        />
      </Part>
      <Part title="Villes et aéroports">
        {places.length < placeCount ? (
          <p>{`${placeCount} lieux, les ${places.length} premiers par nombre d’agences ci-dessous.`}</p>
        ) : null}
        <Links
          isDense
          links={[
            { path: '/change', text: 'Toutes les villes et tous les aéroports' },
            ...places.map((place) => ({ path: placePath(place.slug), text: nameOfPlace(place) })),
          ]}
        />
      </Part>
      <Part title="Blog">
        <Links
          links={[
            { path: '/blog', text: 'Tous les articles' },
            ...articles.map(({ id, title }) => ({ path: articlePath(id), text: title })),
          ]}
        />
      </Part>
    </>
  );
}
