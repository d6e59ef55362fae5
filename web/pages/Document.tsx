import { FEED_PATH } from '#domain/pages/address.ts';
import type { Page } from '#domain/pages/page.ts';
import { Frame } from './Frame.tsx';
import { Application, ApplicationHead } from './landing/Application.tsx';
import { describePage } from './meta.ts';
import { PageContent } from './PageContent.tsx';
import { picturePath } from './share-picture.ts';
import { useSite } from './site.ts';
import { writeStructuredData } from './structured-data.ts';

export function Document({ page }: { page: Page }) {
  const site = useSite();
  const { view } = page;
  const { title, description, crumbs } = describePage(page);
  const address = `${site.origin}${page.path}`;
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <title>{view.kind === 'landing' ? title : `${title} · Parité`}</title>
        <meta name="description" content={description} />
        <link rel="canonical" href={address} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d1714" media="(prefers-color-scheme: dark)" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Parité" />
        <meta property="og:locale" content="fr_FR" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={`${site.origin}${picturePath(page)}`} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="alternate" type="application/atom+xml" title="Le blog de Parité" href={FEED_PATH} />
        {site.fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" />
        ))}
        {view.kind === 'landing' ? <ApplicationHead /> : <link rel="stylesheet" href={site.style} />}
        {hasForm(page) ? (
          <>
            <meta name="images-url" content={site.imagesUrl} />
            <script type="module" src={site.formScript} />
          </>
        ) : null}
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, whose text React would escape as HTML
          dangerouslySetInnerHTML={{ __html: writeStructuredData(page, crumbs, site) }}
        />
      </head>
      <body>
        <a className="skip" href="#contenu">
          Aller au contenu
        </a>
        {site.demonstration === null ? null : (
          <aside className="demonstration" aria-label="Démonstration">
            {site.demonstration}
          </aside>
        )}
        {view.kind === 'landing' ? (
          <Application view={view} />
        ) : (
          <div id="root">
            <Frame path={page.path} crumbs={crumbs}>
              <PageContent page={page} />
            </Frame>
          </div>
        )}
      </body>
    </html>
  );
}

function hasForm({ view }: Page): boolean {
  if (view.kind === 'place') return view.branchCount > 0;
  return view.kind === 'currency' || view.kind === 'comparison' || view.kind === 'comparator';
}
