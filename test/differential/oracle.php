<?php
// Answers questions about dates and zones, one JSON line each, from PHP's own implementation.
ini_set('serialize_precision', '-1');
while (($line = fgets(STDIN)) !== false) {
    echo json_encode(answer(json_decode($line, true))), "\n";
    flush();
}

function answer(array $question)
{
    switch ($question['ask']) {
        case 'version':
            return ['php' => PHP_VERSION, 'zones' => timezone_version_get()];
        case 'parse':
            return parsed($question['text'], $question['now'], $question['zone']);
        case 'offsets':
            $zone = placeNamed($question['zone']);
            return array_map(function ($seconds) use ($zone) {
                $moment = (new DateTime('@' . $seconds))->setTimezone($zone);
                return [$moment->getOffset(), $moment->format('T')];
            }, $question['instants']);
        case 'instants':
            $zone = placeNamed($question['zone']);
            return array_map(function ($text) use ($zone) {
                $moment = new DateTime($text, $zone);
                return [$moment->getTimestamp(), $moment->format('Y-m-d H:i:s')];
            }, $question['walls']);
        case 'transitions':
            $zone = placeNamed($question['zone']);
            $found = $zone->getTransitions($question['from'], $question['to']);
            return array_map(function ($one) {
                return [$one['ts'], $one['offset'], $one['abbr'], $one['isdst']];
            }, $found);
        case 'names':
            return DateTimeZone::listIdentifiers(DateTimeZone::ALL_WITH_BC);
        case 'accepts':
            try {
                new DateTimeZone($question['zone']);
                return true;
            } catch (Exception $refused) {
                return false;
            }
    }
}

/** The geographic zone of a name: DateTimeZone itself would parse `CET` as an abbreviation, with one offset all year. */
function placeNamed(string $name): DateTimeZone
{
    date_default_timezone_set($name);
    return (new DateTime())->getTimezone();
}

function parsed(string $text, int $now, string $zone)
{
    date_default_timezone_set($zone);
    $seconds = @strtotime($text, $now);
    if ($seconds === false) {
        return null;
    }
    $parts = date_parse($text);
    $offset = null;
    switch ($parts['zone_type'] ?? 0) {
        case 1:
            $offset = $parts['zone'];
            break;
        case 2:
            $offset = $parts['zone'] + ($parts['is_dst'] ? 3600 : 0);
            break;
        case 3:
            $offset = (new DateTime('@' . $seconds))->setTimezone(new DateTimeZone($parts['tz_id']))->getOffset();
            break;
    }
    return [$seconds, $offset];
}
