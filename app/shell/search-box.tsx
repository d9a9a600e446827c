import * as messages from '#messages';
import { type SubmitEvent, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import Search from 'virtual:icons/search';
import { parseSearchCategory, SEARCH_CATEGORIES } from '../../domain/catalogue/search.ts';
import { Late } from '../components/late.tsx';

const RESULTS = '/groceries/search-results';
/** Longer texts would not fit into a URL. */
const MAX_LENGTH = 200;

/** The header's search: a plain form for the results page, which also gets the search as navigation state (product §2). */
export function SearchBox() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [focused, setFocused] = useState(false);
  const current = pathname === RESULTS ? new URLSearchParams(search) : new URLSearchParams();

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const searchText = String(form.get('searchText')).trim().slice(0, MAX_LENGTH);
    const searchCategory = parseSearchCategory(form.get('searchCategory'));
    if (searchText === '') return;
    void navigate(`${RESULTS}?${new URLSearchParams({ searchText, searchCategory })}`, {
      state: { searchText, searchCategory },
    });
  };

  return (
    <Form
      role="search"
      action={RESULTS}
      // The key resets the text when a link or the back button opens another search.
      key={current.toString()}
      onSubmit={submit}
      className="relative flex rounded-xl bg-sunken hairline has-[input:focus-visible]:[outline:2px_solid_var(--leaf)]"
    >
      <select
        name="searchCategory"
        aria-label={messages.SEARCH_CATEGORY}
        defaultValue={parseSearchCategory(current.get('searchCategory'))}
        className="field-sizing-content h-11 min-w-14 rounded-l-xl border-r border-line bg-transparent pl-3 text-sm"
      >
        {SEARCH_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {category === 'all' ? messages.ALL_CATEGORIES : messages.GROUP_NAMES[category]}
          </option>
        ))}
      </select>
      <input
        type="search"
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        name="searchText"
        aria-label={messages.SEARCH_PRODUCTS}
        placeholder={messages.SEARCH_EXAMPLES}
        required
        maxLength={MAX_LENGTH}
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={current.get('searchText')?.slice(0, MAX_LENGTH)}
        className="h-11 min-w-0 flex-1 basis-24 bg-transparent px-3 outline-transparent"
      />
      <button
        type="submit"
        aria-label={messages.SEARCH}
        className="grid size-11 shrink-0 place-items-center rounded-r-xl text-leaf hover:bg-leaf hover:text-on-leaf"
      >
        <Search className="size-5" />
      </button>
      <Late load={() => import('./suggestions.tsx')} wanted={focused} props={{}} />
    </Form>
  );
}
