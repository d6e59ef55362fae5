import { useState } from 'react';
import type { ImportedRates } from '#domain/rates-feed/feed-health.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { Field } from '#web/shared/ui/Field.tsx';
import { FileZone } from '#web/shared/ui/FileZone.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { useAct } from '../../forms/use-act.ts';
import styles from './RatesFeedPage.module.css';

export function ImportRates({ onImported }: { onImported: () => void }) {
  const [imported, setImported] = useState<ImportedRates | null>(null);
  const taking = useAct(async (file: File) => {
    setImported(null);
    setImported(
      await call('POST /api/feeds/rates', {
        body: { name: file.name.slice(0, 120), text: await file.text() },
      }),
    );
    onImported();
  });
  return (
    <Card title="Importer des taux">
      <div className={styles.body}>
        <Field
          label="Fichier des taux intermédiaires"
          hint="XML de la BCE ou JSON ; un taux à plus de 25 % du taux en place attend un autre jour"
          error={taking.failure || undefined}
        >
          {(control) => (
            <FileZone
              {...control}
              accept=".xml,.json,application/json,text/xml"
              choose="Choisir un fichier"
              orDrop="ou déposez-le ici"
              onChoose={taking.act}
            />
          )}
        </Field>
        <div role="status">
          {imported ? (
            <Notice tone="success">
              {`Taux du ${imported.day} (${imported.source}) : ${imported.accepted} acceptés, dont ${imported.added} nouveaux, ${imported.refusals.length} refusés.`}
            </Notice>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
