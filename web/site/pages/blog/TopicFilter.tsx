import styles from './TopicFilter.module.css';

type Props = {
  topics: readonly string[];
  /** null: all of them */
  topic: string | null;
  onChoose: (topic: string | null) => void;
};

export function TopicFilter({ topics, topic, onChoose }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div className={styles.filter} role="group" aria-label="Thème des articles">
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
