import '#web/shared/base.css';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Renderer } from '#domain/pages/page.ts';
import { setImagesUrl } from '#web/shared/ui/images.ts';
import { setImprint } from '../site/imprint.ts';
import { Document } from './Document.tsx';
import { SiteContext } from './site.ts';

export { describePicture } from './share-picture.ts';

// loaded by server/http/renderer.ts
export const openSite: Renderer['openSite'] = (site) => (page) => {
  setImprint(site.imprint);
  setImagesUrl(site.imagesUrl);
  const html = renderToStaticMarkup(
    <SiteContext value={site}>
      <Document page={page} />
    </SiteContext>,
  );
  // texts of the application name its own route
  return `<!doctype html>${html.replaceAll('href="/comparateur"', 'href="/methode"')}`;
};
