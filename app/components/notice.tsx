interface NoticeProps {
  look: 'good' | 'warning' | 'bad';
  /** Without one there is none. */
  text: string | false | null | undefined;
  role?: 'status' | 'alert';
  className?: string;
}

const LOOKS = { good: 'notice-good', warning: 'notice-warning', bad: 'notice-bad' } as const;

/** What a screen says in its place. */
export function Notice({ look, text, role = look === 'good' ? 'status' : 'alert', className = '' }: NoticeProps) {
  return text ? (
    <p role={role} className={`notice break-words print:hidden ${LOOKS[look]} ${className}`}>
      {text}
    </p>
  ) : null;
}
