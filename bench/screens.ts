/** The public screens that are measured in a browser. */
export const SCREENS = [
  { name: 'home', path: '/' },
  { name: 'home in Bangla', path: '/bn' },
  { name: 'groceries', path: '/groceries' },
  { name: 'trending', path: '/groceries/trending' },
  { name: 'raw products', path: '/groceries/raw-products' },
  { name: 'beverages', path: '/groceries/beverages' },
  { name: 'listing', path: '/groceries/raw-products/vegetables' },
  { name: 'listing in Bangla', path: '/bn/groceries/raw-products/vegetables' },
  { name: 'offers', path: '/groceries/offers' },
  { name: 'search', path: '/groceries/search-results?searchText=rice&searchCategory=all' },
  { name: 'cart (empty)', path: '/empty-cart' },
  { name: 'login', path: '/user/login' },
  { name: 'register', path: '/user/register' },
  { name: 'about', path: '/about' },
] as const;
