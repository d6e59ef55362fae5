import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Company } from '#domain/companies/company.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { announce } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import styles from './CompanyForm.module.css';

type Props = { company: Pick<Company, 'id' | 'name' | 'requires_second_factor'> };

/** Whether all who work for a bureau must have a second factor. */
export function SecondFactor({ company: { id, name, requires_second_factor: isRequired } }: Props) {
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState<string>();

  async function change() {
    setFailure(undefined);
    try {
      await call('POST /api/companies/second-factor', { body: { id, is_required: !isRequired } });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 401) return showFailure(error);
      return setFailure(error.message);
    }
    announce(
      isRequired
        ? `${name} : la double authentification est facultative.`
        : `${name} : la double authentification est exigée.`,
    );
    await revalidate();
  }

  return (
    <Card title="Double authentification">
      <div className={styles.factor}>
        <p>
          {isRequired
            ? 'Elle est exigée : qui travaille pour ce bureau et n’en a pas ne peut que la mettre en place.'
            : 'Elle est facultative pour qui travaille pour ce bureau.'}
        </p>
        <Button variant="secondary" onClick={() => void change()}>
          {isRequired ? 'Ne plus l’exiger' : 'L’exiger'}
        </Button>
        <Refused>{failure}</Refused>
      </div>
    </Card>
  );
}
