<?php
/** WordPress with settings from the environment: run on the command line it makes the site, under PHP's web server it serves it. */
define('ABSPATH', getenv('WORDPRESS_FILES') . '/');
define('WP_CONTENT_DIR', getenv('WORDPRESS_CONTENT'));
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('WORDPRESS_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
// Application passwords without https, for a local site alone.
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
$_SERVER['HTTP_HOST'] ??= '127.0.0.1';
$_SERVER['REQUEST_URI'] ??= '/';
// As a web server with pretty permalinks would say it.
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
define('WP_HOME', 'http://' . $_SERVER['HTTP_HOST']);
define('WP_SITEURL', WP_HOME);

/** WordPress takes this instead of its own: no mail leaves a test. */
function wp_mail() { return true; }

if (PHP_SAPI === 'cli') {
    (new mysqli(null, 'root', '', '', 0, getenv('WORDPRESS_SOCKET')))->query('CREATE DATABASE wordpress');
    define('WP_INSTALLING', true);
}
// What wp-config.php and wp-blog-header.php do; Debian's wp-config.php reads /etc.
require ABSPATH . 'wp-settings.php';
if (PHP_SAPI !== 'cli') {
    wp();
    exit;
}
require ABSPATH . 'wp-admin/includes/upgrade.php';
['user_id' => $user] = wp_install('Engines', 'ada', 'ada@example.com', false, '', 'lovelace-1843');
$wp_rewrite->set_permalink_structure('/%postname%/');
[$password] = WP_Application_Passwords::create_new_application_password($user, ['name' => 'Patchbay']);
echo json_encode(['username' => 'ada', 'password' => WP_Application_Passwords::chunk_password($password)]);
