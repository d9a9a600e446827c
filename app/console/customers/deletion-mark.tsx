function Mark({ text }: { text: string }) {
  return (
    <span className="rounded-full bg-danger-soft px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-danger">
      {text}
    </span>
  );
}

export function DeletionMark() {
  return <Mark text="deletion asked" />;
}

/** Of an account that may not sign in. */
export function RoleMark({ role }: { role: string }) {
  return <Mark text={role} />;
}

export function BlockedMark() {
  return <Mark text="blocked" />;
}
