/** The command that prints an invitation, for whoever can no longer get in. */
export function InviteCommand() {
  return <code className="font-mono wrap-anywhere text-ink">npm run shop -- operators invite YOUR@EMAIL</code>;
}
