import { useId } from 'react';
import { useNavigate } from 'react-router';
import { Select } from '#web/shared/ui/TextInput.tsx';
import { addresses } from '../../addresses.ts';
import styles from './BranchPicker.module.css';
import { usePublication } from './publish.ts';

export const BRANCH_PARAMETER = 'agence';

type Props = { branch: number | null; branches: readonly { id: number; name: string }[] };

export function BranchPicker({ branch, branches }: Props) {
  const navigate = useNavigate();
  const id = useId();
  const isPublishing = usePublication(({ count }) => count > 0);
  if (branches.length === 0) return null;
  return (
    <p className={styles.picker}>
      <span id={id}>Taux de</span>
      <Select
        aria-labelledby={id}
        className={styles.select}
        value={branch ?? ''}
        disabled={isPublishing}
        onChange={({ currentTarget: { value } }) =>
          void navigate(
            value === '' ? addresses.fixings : `${addresses.fixings}?${BRANCH_PARAMETER}=${value}`,
          )
        }
      >
        <option value="">Le bureau</option>
        {branches.map(({ id, name }) => (
          <option key={id} value={id}>
            Agence {name}
          </option>
        ))}
      </Select>
    </p>
  );
}
