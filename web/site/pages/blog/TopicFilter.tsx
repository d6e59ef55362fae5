import styles from './TopicFilter.module.css';

type Props = {
  topics: readonly string[];
  /** null: all of them */
  topic: string | null;
  onChoose: (topic: string | null) => void;
  /** only its room: it does nothing yet */
  isWaiting?: boolean;
};

export function TopicFilter({ topics, topic, onChoose, isWaiting = false }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div className={styles.filter} data-waiting={isWaiting} role="group" aria-label="Thème des articles">
      {[null, ...topics].map((one) => (
        <button
          key={one}
          type="button"
          className={styles.topic}
          aria-pressed={one === topic}
          onClick={() => onChoose(one)}
        >
          {one ?? 'Tout voir'}
        </button>
      ))}
    </div>
  );
}
