import { redirect } from 'react-router';

/** /trending, as the footer links to it (product §2). */
export function loader() {
  return redirect('/groceries/trending', 301);
}
