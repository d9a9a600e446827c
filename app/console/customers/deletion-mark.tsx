export function DeletionMark() {
  return (
    <span className="rounded-full bg-danger-soft px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-danger">
      deletion asked
    </span>
  );
}
