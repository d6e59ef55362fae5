import { type ChangeEvent, useState } from 'react';
import type { ImportedRates } from '#domain/rates-feed/feed-health.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { Field } from '#web/shared/ui/Field.tsx';
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
  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    if (file) taking.act(file);
    // the same file may be chosen again
    currentTarget.value = '';
  }
  return (
    <Card title="Importer des taux">
      <div className={styles.body}>
        <Field
          label="Fichier des taux intermédiaires"
          hint="XML de la BCE ou JSON ; un taux à plus de 25 % du taux en place attend un autre jour"
          error={taking.failure || undefined}
        >
          {(control) => (
            <input {...control} type="file" accept=".xml,.json,application/json,text/xml" onChange={take} />
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
