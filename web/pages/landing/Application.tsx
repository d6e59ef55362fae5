import type { LandingView } from '#domain/pages/page.ts';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import layout from '../../site/layout/Layout.module.css';
import { SERVED_ID } from '../../site/served.ts';
import start from '../../site/start.ts?worker&url';
import { useSite } from '../site.ts';
import { renderLanding } from './render-landing.tsx';

// Settings, styles and scripts of the application, which starts after the first paint.
export function ApplicationHead() {
  const { application, imagesUrl, imprint, style } = useSite();
  if (!application) throw new Error('the landing page is one of the application');
  return (
    <>
      <meta name="images-url" content={imagesUrl} />
      <meta name="imprint" content={JSON.stringify(imprint)} />
      <script src={start} data-application={application.script} />
      <link rel="stylesheet" crossOrigin="" href={application.style} />
      <link rel="modulepreload" crossOrigin="" fetchPriority="low" href={application.script} />
      <noscript>
        <link rel="stylesheet" href={style} />
      </noscript>
    </>
  );
}

export function Application({ view }: { view: LandingView }) {
  const { application } = useSite();
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markup of React */}
      <div id="root" dangerouslySetInnerHTML={{ __html: renderLanding(view) }} />
      {application?.later.map((style) => (
        // end of the body, where styles hold up no paint
        <link key={style} rel="stylesheet" crossOrigin="" href={style} />
      ))}
      <template>
        <div className={layout.tall}>
          <div className={layout.skeleton} role="status">
            <span className="visually-hidden">Chargement de la page</span>
            <Skeleton lines={3} />
          </div>
        </div>
      </template>
      <script
        id={SERVED_ID}
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, whose text React would escape as HTML
        dangerouslySetInnerHTML={{ __html: JSON.stringify(view).replaceAll('<', '\\u003c') }}
      />
    </>
  );
}
